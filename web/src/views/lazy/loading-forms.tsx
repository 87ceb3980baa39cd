// What people ask for before its code has arrived: it opens as soon as that is there.
import { useApp } from "../../app/app";
import { words } from "../../words/en";
import { useDeferred } from "./use-deferred";

/** The form for a new message. */
export const NewMessage = () => {
  const { composing } = useApp();
  const parts = useDeferred(() => {
    composing.value = undefined;
  });
  return parts ? (
    <parts.NewMessage />
  ) : (
    <p class="compose soft" role="status">
      {words.loading}
    </p>
  );
};

/** The open dialog. */
export const Dialogs = () => {
  const { dialog } = useApp();
  const parts = useDeferred(() => {
    dialog.value = undefined;
  });
  return parts ? <parts.Dialogs /> : null;
};
