import { mayInRealm } from "../../store/rights";
import type { Store } from "../../store/store";

/** Whether the user can invite people, by mail or by a link. */
export const mayInvite = (store: Store): boolean =>
  mayInRealm(store, "can_invite_users_group") || mayInRealm(store, "create_multiuse_invite_group");
