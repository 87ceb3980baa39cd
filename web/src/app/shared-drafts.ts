import { computed } from "@preact/signals";
import { addDraft, changeDraft, removeDraft } from "../api/pending";
import { isEditKey, isForwardKey, isNewKey } from "../offline/draft-keys";
import { createDraftStorage } from "../offline/draft-storage";
import { createDrafts } from "../offline/drafts";
import { placeOfUnsent } from "../store/pending";
import { keyOf, placeOfKey } from "../store/place";
import type { Store } from "../store/store";
import type { App } from "./app";

/** The user's drafts: on all devices if the user wants that, and otherwise in this browser. */
export const createSharedDrafts = (store: Store): Pick<App, "drafts" | "localDrafts"> => {
  const sharedByPlace = computed(
    () =>
      new Map(
        [...store.drafts.value.values()].flatMap((draft) => {
          const place = placeOfUnsent(draft, store.ownId);
          return place ? [[keyOf(place), draft]] : [];
        }),
      ),
  );
  const drafts = createDrafts({
    storage: createDraftStorage({
      userId: store.ownId,
      storage: localStorage,
      storedNames: () => Object.keys(localStorage),
    }),
    onStored: (listener) => window.addEventListener("storage", listener),
    add: addDraft,
    change: changeDraft,
    remove: removeDraft,
    isShared: () => store.settings.peek().enable_drafts_synchronization === true,
    inTurn: async (key, run) => {
      // Browsers have locks only on secure origins.
      await (navigator.locks?.request(`parley-draft-${store.ownId}-${key}`, run) ?? run());
    },
    stored: (key) => sharedByPlace.value.get(key),
  });
  const localDrafts = computed(() =>
    [...drafts.local.value].filter(
      (key) =>
        isEditKey(key) ||
        isForwardKey(key) ||
        isNewKey(key) ||
        (placeOfKey(key) && !sharedByPlace.value.has(key)),
    ),
  );
  return { drafts, localDrafts };
};
