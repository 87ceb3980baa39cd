// What the client offers only where the organization and the server have it. No first screen asks.
import { mayInRealm } from "./rights";
import type { Store } from "./store";

/** Whether to offer summaries: the server supports them, the user has permission and hasn't hidden them. */
export const maySummarize = (store: Store): boolean =>
  store.realm.value.server_can_summarize_topics === true &&
  store.settings.value.hide_ai_features !== true &&
  mayInRealm(store, "can_summarize_topics_group");

/** Whether video calls can be started: the organization has chosen a provider, and the server supports it. */
export const offersCalls = ({ realm }: Store): boolean => {
  const { realm_video_chat_provider: chosen, realm_available_video_chat_providers: offered = {} } =
    realm.value;
  return (
    Number(chosen ?? 0) !== 0 &&
    Object.values(offered as Readonly<Record<string, { readonly id: number }>>).some(
      ({ id }) => id === chosen,
    )
  );
};
