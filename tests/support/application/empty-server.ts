import type { EventStore } from "../../../src/application/ports/events/event-store";
import { firstRealmPath } from "../../../src/application/realm/first-realm-path";
import { memoryPersistence } from "../storage/persistence";
import { memoryApplication } from "./memory-application";

/** The first realm and its owner. */
export const wanted = {
  name: "First",
  ownerEmail: "ada@example.com",
  ownerName: "Ada",
  ownerPassword: "a long password",
};

/** A server whose registry says that there is no realm, until one is founded there. */
export const emptyServer = async () => {
  const { services } = await memoryApplication({}, memoryPersistence(), "elsewhere");
  const made: string[] = [];
  const { registry } = services;
  const founding = {
    ...services,
    registry: {
      ...registry,
      page: async (...asked: Parameters<typeof registry.page>) =>
        made.length > 0 ? registry.page(...asked) : [],
      bySubdomain: async (subdomain: string) =>
        made.length > 0 ? registry.bySubdomain(subdomain) : undefined,
    },
    eventStore: {
      ...services.eventStore,
      create: async (...request: Parameters<typeof services.eventStore.create>) => {
        made.push("realm");
        return services.eventStore.create(...request);
      },
    },
  };
  const token = firstRealmPath(services)().replace("/new/", "");
  return { services: founding, made, token };
};

/** A server on which somebody else creates the same realm just before it does. */
export const takenMeanwhile = <A extends { readonly eventStore: EventStore }>(services: A): A => {
  const { eventStore } = services;
  return {
    ...services,
    eventStore: {
      ...eventStore,
      create: async (...request: Parameters<typeof eventStore.create>) => {
        await eventStore.create(...request);
        return eventStore.create(...request);
      },
    },
  };
};
