/** Text about addresses that lead nowhere. */
export const unknownPlaceWords = {
  noSuchPerson: "This address names somebody who isn’t here, or whom you can’t see.",
  noSuchPlace: "This address names something that doesn’t exist, or that you can’t see.",
};
