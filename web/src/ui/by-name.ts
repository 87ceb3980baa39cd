/** Languages that sort plain letters by their codes, whatever their case. */
const plainLanguages = /^(?:ca|de|en|es|fi|fr|id|it|ms|nl|pl|pt|ro|sl|sv|sw|vi)\b/;
const plainName = /^[a-z\d -]*$/i;

/**
 * Sorts a list by name, in the order of the user's language. A browser's first comparison by language takes longer than
 * drawing a screen, so plain names are compared by their letters.
 */
export const sortedByName = <A>(
  list: readonly A[],
  nameOf: (one: A) => string,
  language = navigator.language,
): readonly A[] => {
  const isPlain = plainLanguages.test(language) && list.every((one) => plainName.test(nameOf(one)));
  if (!isPlain) return list.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
  const folded = list.map((one) => ({ one, key: nameOf(one).toLowerCase() }));
  folded.sort((a, b) =>
    a.key === b.key ? nameOf(a.one).localeCompare(nameOf(b.one)) : a.key < b.key ? -1 : 1,
  );
  return folded.map(({ one }) => one);
};
