import fc from "fast-check";

/**
 * CI checks the laws of random histories from one fixed seed, so that a failure there can be repeated. Elsewhere each
 * run tries something new; PARLEY_TEST_SEED repeats what a failure named.
 */
const wanted = process.env.PARLEY_TEST_SEED ?? (process.env.CI === undefined ? undefined : "20261122");
if (wanted !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wanted) });

export default fc;
export * from "fast-check";
