export const LOCKS = 12;
