import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { SettingChange } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { Icon } from "../../../ui/icon";
import { screenWords } from "../../../words/en-settings-screens";
import { ChangeNotice, LastChange } from "./change-notices";
import { justChanged } from "./last-change";

interface Props<Item> {
  /** For labels. */
  readonly name: string;
  readonly about: ComponentChildren;
  readonly change: SettingChange | undefined;
  /** The item before somebody else changed it. */
  readonly before: Signal<Item | undefined>;
  readonly textOf: (before: Item) => string;
  readonly mayChange: boolean;
  readonly onRestore: (before: Item) => void;
  readonly problem: ComponentChildren;
  readonly form: (onDone: () => void) => ComponentChildren;
  /** Buttons next to the one that opens the form. */
  readonly actions: ComponentChildren;
}

/** An item of a list, with who changed it last. A button replaces it by a form. */
export const EditableRow = <Item,>({ before, mayChange, change, form, ...props }: Props<Item>) => {
  const app = useApp();
  const isOpen = useSignal(false);
  if (isOpen.value)
    return (
      <div class="channel-about">
        {form(() => {
          isOpen.value = false;
          before.value = undefined;
        })}
      </div>
    );
  const was = before.value;
  return (
    <>
      <div class="channel-about">
        {props.about}
        <LastChange change={change} />
        {was !== undefined && (
          <ChangeNotice
            notice={justChanged(app, change)}
            before={props.textOf(was)}
            restoreValue={mayChange ? () => props.onRestore(was) : undefined}
          />
        )}
        {props.problem}
      </div>
      {mayChange && (
        <>
          <button
            type="button"
            class="quiet"
            aria-label={screenWords.editOf(props.name)}
            onClick={() => {
              isOpen.value = true;
            }}
          >
            <Icon name="edit" />
          </button>
          {props.actions}
        </>
      )}
    </>
  );
};
