import { changeFolder, createFolder, orderFolders } from "../../../api/administration";
import { useApp } from "../../../app/app";
import type { ChannelFolder } from "../../../wire/wire";
import { cardWords } from "../../../words/en-cards";
import { administrationWords } from "../../../words/en-channel-administration";
import { deferredWords } from "../../../words/en-deferred";
import { screenWords } from "../../../words/en-settings-screens";
import { ConflictWarning } from "../parts/change-notices";
import { EditableRow } from "../parts/editable-row";
import { activeFolders, archivedFolders, orderWith } from "../parts/folder-order";
import { runAsOwnChange, usePreviousValue } from "../parts/foreign-changes";
import { justChanged, type LoggedSubject } from "../parts/last-change";
import { OrderedList } from "../parts/ordered-list";
import { isAdministrator } from "../parts/scope";
import { Field, useAction } from "../parts/use-action";
import { useLastChange } from "../parts/use-last-change";
import { useMerged } from "../parts/use-merged";
import { useReorder } from "../parts/use-reorder";
import { useUndoable } from "../parts/use-undoable";

const longestName = 60;
const longestDescription = 1024;

const logged: LoggedSubject = {
  id: "folders",
  log: { kinds: ["channel_folder_created", "channel_folder_changed"] },
};

interface Texts {
  readonly name: string;
  readonly description: string;
}

const noTexts: Texts = { name: "", description: "" };
const textsOf = ({ name, description }: Texts): Texts => ({ name, description });
const keyOf = ({ id }: ChannelFolder): string => `folder ${id}`;

interface TextsFormProps {
  /** The one being edited; undefined for a new one. */
  readonly folder?: ChannelFolder;
  /** A notice that somebody has just changed it. */
  readonly notice: string;
  readonly onDone: () => void;
}

/** A folder's name and description. */
const TextsForm = ({ folder, notice, onDone }: TextsFormProps) => {
  const app = useApp();
  const { run, problem, isBusy } = useAction();
  const now = folder ? textsOf(folder) : noTexts;
  const { draft, put, take, conflicting, begin } = useMerged(now);
  const save = async () => {
    const changes = take();
    if (!folder) await createFolder({ name: draft.name.trim(), description: draft.description.trim() });
    else if (Object.keys(changes).length > 0) {
      const before = Object.fromEntries(Object.keys(changes).map((name) => [name, now[name as keyof Texts]]));
      await runAsOwnChange(keyOf(folder), () => changeFolder(folder.id, changes));
      const undo = () =>
        void app.attempt(runAsOwnChange(keyOf(folder), () => changeFolder(folder.id, before)));
      app.showToast({
        text: screenWords.saved(draft.name),
        act: { label: deferredWords.undo, run: undo },
      });
    }
  };
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (!(await run(save))) return;
        if (!folder) begin(noTexts);
        onDone();
      }}
    >
      <div class="two-fields">
        <Field
          label={folder ? administrationWords.folderName : administrationWords.addFolder}
          value={draft.name}
          maxLength={longestName}
          isRequired
          onInput={(name) => put({ name })}
        />
        <Field
          label={cardWords.description}
          value={draft.description}
          maxLength={longestDescription}
          onInput={(description) => put({ description })}
        />
      </div>
      <ConflictWarning notice={notice} facts={conflicting.map((name) => [cardWords[name], now[name]])} />
      <div class="form-actions">
        <button type="submit" class="primary" disabled={isBusy}>
          {folder ? deferredWords.save : deferredWords.add}
        </button>
        {folder && (
          <button type="button" class="plain" onClick={onDone}>
            {deferredWords.cancel}
          </button>
        )}
      </div>
      {problem}
    </form>
  );
};

const Row = ({ folder }: { readonly folder: ChannelFolder }) => {
  const app = useApp();
  const { act, problem, isBusy } = useUndoable();
  const { id, name, description, is_archived: isArchived } = folder;
  const mayChange = isAdministrator(app.store);
  const count = [...app.store.channels.value.known.values()].filter((one) => one.folder_id === id).length;
  const text = JSON.stringify([name, description, isArchived]);
  const change = useLastChange(
    logged,
    mayChange,
    text,
    ({ target }) => target.type === "channel_folder" && target.id === id,
  );
  const before = usePreviousValue(keyOf(folder), folder, (one) => JSON.stringify(textsOf(one)));
  const restoreValue = async (was: ChannelFolder) => {
    const put = () => runAsOwnChange(keyOf(folder), () => changeFolder(id, textsOf(was)));
    if (await act(screenWords.saved(was.name), put)) before.value = undefined;
  };
  const archive = () =>
    void act(
      isArchived ? administrationWords.cameBack(name) : administrationWords.archived(name),
      () => changeFolder(id, { is_archived: !isArchived }),
      () => changeFolder(id, { is_archived: isArchived }),
    );
  return (
    <EditableRow
      name={name}
      about={
        <>
          <strong dir="auto">{name}</strong>
          <p class="soft">
            {[administrationWords.inFolder(count), ...(description === "" ? [] : [description])].join(" · ")}
          </p>
        </>
      }
      change={change}
      before={before}
      textOf={(was) => [was.name, was.description].filter(Boolean).join(": ")}
      mayChange={mayChange}
      onRestore={(was) => void restoreValue(was)}
      problem={problem}
      form={(onDone) => <TextsForm folder={folder} notice={justChanged(app, change)} onDone={onDone} />}
      actions={
        <button
          type="button"
          class="plain"
          disabled={isBusy}
          aria-label={(isArchived
            ? administrationWords.restoreFolderOf
            : administrationWords.archiveFolderOf)(name)}
          onClick={archive}
        >
          {isArchived ? administrationWords.bringBack : administrationWords.archiveShort}
        </button>
      }
    />
  );
};

/** Channel folders: names, descriptions and order. */
export const Folders = () => {
  const { store } = useApp();
  const folders = store.folders.value;
  const [active, archived] = [activeFolders(folders), archivedFolders(folders)];
  const mayChange = isAdministrator(store);
  const { reorder, problem } = useReorder(
    () => activeFolders(store.folders.peek()).map(({ id }) => id),
    (ids) => orderFolders(orderWith(store.folders.peek(), ids)),
  );
  return (
    <>
      <p>{administrationWords.foldersHint}</p>
      {mayChange ? (
        <TextsForm notice="" onDone={() => undefined} />
      ) : (
        <p class="soft">{screenWords.administratorsOnly}</p>
      )}
      {active.length === 0 && <p class="soft">{administrationWords.noFolders}</p>}
      <OrderedList
        items={active}
        nameOf={({ name }) => name}
        mayOrder={mayChange}
        onOrder={reorder}
        draw={(folder) => <Row folder={folder} />}
      />
      {problem}
      {archived.length > 0 && (
        <section class="setting-group">
          <h2>{administrationWords.archivedFolders}</h2>
          <ul class="inbox-list">
            {archived.map((folder) => (
              <li key={folder.id} class="channel-row">
                <Row folder={folder} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
};
