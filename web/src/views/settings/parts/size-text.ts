const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const step = 1024;

/** A number of bytes as text. */
export const sizeText = (bytes: number, locale?: string): string => {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(step)));
  const shown = { style: "unit", unit: units[power] ?? "byte", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, shown).format(bytes / step ** power);
};
