import type { RealmRegistry, RegisteredRealm } from "../application/ports/realm-registry";

const pageSize = 1000;

/** All realms of the server, read page by page: only for what must name each of them at once. */
export const everyRealm = async (
  registry: Pick<RealmRegistry, "page">,
): Promise<readonly RegisteredRealm[]> => {
  const all: RegisteredRealm[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: readonly RegisteredRealm[] = await registry.page(after, pageSize);
    all.push(...page);
    after = page.length === pageSize ? page.at(-1)?.id : undefined;
  }
  return all;
};
