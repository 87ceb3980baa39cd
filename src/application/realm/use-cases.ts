import type { Workings } from "../workings";
import { findRealm } from "./find-realm";
import { foundConfiguredRealm } from "./found-configured-realm";
import { firstRealmPath, foundFirstRealm, openFirstRealm } from "./found-first-realm";
import { foundRealm } from "./found-realm";
import { updateRealm } from "./update-realm";
import { updateUserDefaults } from "./update-user-defaults";

/** Realms and their settings. */
export const realmUseCases = (workings: Workings) => ({
  find: findRealm(workings),
  firstPath: firstRealmPath(workings),
  found: foundRealm(workings),
  foundConfigured: foundConfiguredRealm(workings, foundRealm(workings)),
  foundFirst: foundFirstRealm(workings, foundRealm(workings)),
  list: () => workings.registry.list(),
  openFirst: openFirstRealm(workings),
  update: updateRealm(workings),
  updateUserDefaults: updateUserDefaults(workings),
});
