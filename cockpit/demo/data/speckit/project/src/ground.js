export const places = Array.from({ length: 96 }, (_, at) => at);
