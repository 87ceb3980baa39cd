/** On how many random histories a law is tried: `usual`, or as many as PARLEY_TEST_HISTORIES says. */
export const historyCount = (usual: number): number => {
  const wanted = process.env.PARLEY_TEST_HISTORIES;
  return wanted === undefined ? usual : Number(wanted);
};
