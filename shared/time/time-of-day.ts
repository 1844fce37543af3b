/** 'HH:MM', as cut-offs and the times of the settings are written. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;
