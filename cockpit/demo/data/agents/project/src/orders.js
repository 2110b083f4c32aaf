import { gross } from "./prices.js";
export const total = (order) => order.items.reduce((sum, { count, ...item }) => sum + count * gross(item), 0);
