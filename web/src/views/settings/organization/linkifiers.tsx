import { orderLinkifiers } from "../../../api/organization";
import { addLinkifier, changeLinkifier, removeLinkifier } from "../../../api/settings";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import type { Linkifier } from "../../../wire/wire";
import { words } from "../../../words/en";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { EditableRow } from "../parts/editable-row";
import { runAsOwnChange, usePreviousValue } from "../parts/foreign-changes";
import { OrderedList } from "../parts/ordered-list";
import { isAdministrator } from "../parts/scope";
import { useAction } from "../parts/use-action";
import { useReorder } from "../parts/use-reorder";
import { keyOf, LinkifierForm, termsOf, useChangeOf } from "./linkifier-form";

const Row = ({ linkifier, mayChange }: { readonly linkifier: Linkifier; readonly mayChange: boolean }) => {
  const app = useApp();
  const { run, problem } = useAction();
  const { id, pattern, url_template: template } = linkifier;
  const change = useChangeOf(linkifier);
  const before = usePreviousValue(keyOf(linkifier), linkifier, (one) => JSON.stringify(termsOf(one)));
  const remove = async () => {
    if (!(await run(() => removeLinkifier(id)))) return;
    const undo = () => void app.attempt(addLinkifier(termsOf(linkifier)));
    app.showToast({ text: screenWords.removed(pattern), act: { label: deferredWords.undo, run: undo } });
  };
  const restoreValue = async (was: Linkifier) => {
    if (await run(() => runAsOwnChange(keyOf(linkifier), () => changeLinkifier(id, termsOf(was)))))
      before.value = undefined;
  };
  return (
    <EditableRow
      name={pattern}
      about={
        <>
          <code>{pattern}</code>
          <p class="soft">{template}</p>
        </>
      }
      change={change}
      before={before}
      textOf={(was) => `${was.pattern} → ${was.url_template}`}
      mayChange={mayChange}
      onRestore={(was) => void restoreValue(was)}
      problem={problem}
      form={(onDone) => <LinkifierForm linkifier={linkifier} onDone={onDone} />}
      actions={
        <button type="button" class="quiet" aria-label={words.remove(pattern)} onClick={() => void remove()}>
          <AnyIcon name="trash" />
        </button>
      }
    />
  );
};

/** The organization's linkifiers. */
export const Linkifiers = () => {
  const { store } = useApp();
  const linkifiers = (store.realm.value.realm_linkifiers ?? []) as readonly Linkifier[];
  const mayChange = isAdministrator(store);
  const { reorder, problem } = useReorder(
    () => ((store.realm.peek().realm_linkifiers ?? []) as readonly Linkifier[]).map(({ id }) => id),
    orderLinkifiers,
  );
  return (
    <>
      <p>{screenWords.linkifiersHint}</p>
      {mayChange ? (
        <LinkifierForm onDone={() => undefined} />
      ) : (
        <p class="soft">{screenWords.administratorsOnly}</p>
      )}
      {linkifiers.length === 0 && <p class="soft">{screenWords.noLinkifiers}</p>}
      <OrderedList
        items={linkifiers}
        nameOf={({ pattern }) => pattern}
        mayOrder={mayChange}
        onOrder={reorder}
        draw={(one) => <Row linkifier={one} mayChange={mayChange} />}
      />
      {problem}
    </>
  );
};
