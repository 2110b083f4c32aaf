/** Prices in cents; teas are food, pots are not. */
const rates = { tea: 7, pot: 19 };
export const gross = ({ kind, net }) => Math.round(net * (1 + rates[kind] / 100));
