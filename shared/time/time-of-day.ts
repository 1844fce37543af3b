/** 'HH:MM', as a cut-off is written. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
