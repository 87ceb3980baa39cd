/** Settings that are useless without each other. */
const together = [
  ["realmName", "ownerEmail"],
  ["s3AccessKey", "s3SecretKey"],
  ["summaryUrl", "summaryModel"],
  ["oidcIssuer", "oidcClientId", "oidcClientSecret"],
  ["bigBlueButtonUrl", "bigBlueButtonSecret"],
  ["nextcloudUrl", "nextcloudUser", "nextcloudPassword"],
  ["galeneUrl", "galeneUser", "galenePassword"],
  ["constructorGroupsUrl", "constructorGroupsAccessKey", "constructorGroupsSecretKey"],
  ["zoomClientId", "zoomClientSecret"],
  ["webexClientId", "webexClientSecret"],
] as const;

/** Settings that say more about another one. */
const dependent = [
  ["ownerName", "realmName"],
  ["ownerPassword", "realmName"],
  ["summaryKey", "summaryUrl"],
  ["jwtSubdomain", "jwtKey"],
  ["zoomAccountId", "zoomClientId"],
] as const;

type Name = (typeof together | typeof dependent)[number][number];

const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");

/** What a setting lacks to have an effect; undefined if none lacks anything. */
export const companionProblem = (
  read: Readonly<Record<Name, unknown>>,
  variableOf: (name: Name) => string,
): string | undefined => {
  const isMissing = (name: Name): boolean => read[name] === undefined;
  const groups: readonly (readonly Name[])[] = together;
  const broken = groups.find((names) => names.some(isMissing) && !names.every(isMissing));
  if (broken !== undefined) {
    const missing = broken.filter(isMissing).map(variableOf);
    return `${listed(broken.map(variableOf))} go together; ${listed(missing)} ${missing.length === 1 ? "is" : "are"} missing`;
  }
  const [name, needed] = dependent.find(([one, other]) => !isMissing(one) && isMissing(other)) ?? [];
  return name && needed && `${variableOf(name)} needs ${variableOf(needed)}`;
};
