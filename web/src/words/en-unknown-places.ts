/** Text about addresses and searches that lead nowhere. */
export const unknownPlaceWords = {
  noSuchFilter: (filter: string) => `There is no filter “${filter}”. See “All search filters”.`,
  noSuchSearch: "This search names something that doesn’t exist, or that you can’t see.",
  noSuchPerson: "This address names somebody who isn’t here, or whom you can’t see.",
  noSuchPlace: "This address names something that doesn’t exist, or that you can’t see.",
};
