export const piers = [1, 2, 3, 7];
