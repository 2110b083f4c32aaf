export const lamps = ["pier", "mole", "rock"];

export const burns = (lamp, sun) => sun < 0;
