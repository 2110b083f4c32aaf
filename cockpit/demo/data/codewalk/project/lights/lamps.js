/** Lamps burn while the sun is down. */
export const lamps = ["pier", "mole", "rock"];
export const burns = (lamp, sun) => lamps.includes(lamp) && sun < 0;
