import type { UseCases } from "../application/use-cases";

/** Placeholder signature while the demo is written. */
export const fillDemo = async (_app: UseCases, _subdomain: string): Promise<void> => {};
