/**
 * Whether PostgreSQL refused the content that was to be written. Nothing was written then, and the rest can be tried without it.
 * Connections (08), conflicts (25, 40), resources (53), locks (55), operators (57) and the system (58, F0, XX) have nothing to do
 * with the content.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  /^[0-9A-Z]{5}$/.test(String(error.code)) &&
  !/^(08|25|40|53|55|57|58|F0|XX)/.test(String(error.code));
