export const rows = (departures) => departures.map(({ pier, at }) => `${at}  ${pier}`);
