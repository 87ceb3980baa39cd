import type { Realm } from "../../../domain/realm/realm";
import { realmUrl } from "../../../domain/realm/realm-address";
import type { PushRealm } from "../../ports/push/push-relay";

/** The realm, as devices see it. */
export const pushRealm = (realm: Realm, siteUrl: string): PushRealm => ({
  id: realm.id,
  uuid: realm.uuid,
  name: realm.name,
  url: realmUrl(siteUrl, realm),
});
