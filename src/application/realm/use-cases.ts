import type { Workings } from "../workings";
import { findRealm } from "./find-realm";
import { firstRealmPath, foundFirstRealm, hasRealm, openFirstRealm } from "./found-first-realm";
import { foundRealm } from "./found-realm";
import { updateRealm } from "./update-realm";
import { updateUserDefaults } from "./update-user-defaults";

/** Realms and their settings. */
export const realmUseCases = (workings: Workings) => ({
  find: findRealm(workings),
  bySubdomain: workings.registry.bySubdomain,
  firstPath: firstRealmPath(workings),
  found: foundRealm(workings),
  foundFirst: foundFirstRealm(workings, foundRealm(workings)),
  hasAny: hasRealm(workings),
  openFirst: openFirstRealm(workings),
  update: updateRealm(workings),
  updateUserDefaults: updateUserDefaults(workings),
});
