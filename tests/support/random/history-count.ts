/** How many random histories to try for a law: `usual`, or PARLEY_TEST_HISTORIES. */
export const historyCount = (usual: number): number => {
  const wanted = process.env.PARLEY_TEST_HISTORIES;
  return wanted === undefined ? usual : Number(wanted);
};
