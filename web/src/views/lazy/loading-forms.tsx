// Forms that people ask for before their code has arrived. They open as soon as it does.
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
