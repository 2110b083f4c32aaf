/** What is left after an order; nothing is sold that is not there. */
export const after = (stock, { name, count }) => ({ ...stock, [name]: Math.max(0, (stock[name] ?? 0) - count) });
