import type { Realm } from "../../domain/realm";
import { realmUrl } from "../../domain/realm-address";
import type { PushRealm } from "../ports/push-relay";

/** What devices are told of their realm. */
export const pushRealm = (realm: Realm, siteUrl: string): PushRealm => ({
  id: realm.id,
  uuid: realm.uuid,
  name: realm.name,
  url: realmUrl(siteUrl, realm),
});
