import type {
  ProviderIdentity,
  SignOnIdentities,
} from "../../../../../src/application/ports/login/sign-on-identities";
import type { RealmId } from "../../../../../src/domain/ids";
import type { MemoryStorage, SignOnLink } from "../storage";

const isOf = (link: SignOnLink, { provider, subject }: ProviderIdentity): boolean =>
  link.provider === provider && link.subject === subject;

export const memorySignOnIdentities = (storage: MemoryStorage): SignOnIdentities => {
  const linksOf = (realmId: RealmId): readonly SignOnLink[] => storage.signOnLinks.get(realmId) ?? [];
  return {
    find: async (realmId, identity) => linksOf(realmId).find((link) => isOf(link, identity))?.userId,
    link: async (realmId, { provider, subject }, userId) => {
      const links = linksOf(realmId);
      const isTaken = (link: SignOnLink): boolean =>
        isOf(link, { provider, subject }) || (link.userId === userId && link.provider === provider);
      const [taken] = links.filter(isTaken);
      if (taken === undefined) storage.signOnLinks.set(realmId, [...links, { provider, subject, userId }]);
      return taken === undefined || (taken.userId === userId && taken.subject === subject);
    },
    isLinked: async (realmId, userId) => linksOf(realmId).some((link) => link.userId === userId),
    unlink: async (realmId, userId) => {
      storage.signOnLinks.set(
        realmId,
        linksOf(realmId).filter((link) => link.userId !== userId),
      );
    },
  };
};
