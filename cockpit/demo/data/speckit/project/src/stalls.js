export const stalls = [{ name: 'Noodles', place: 'C4' }];
