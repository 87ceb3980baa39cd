import { useSignal } from "@preact/signals";
import { changeFolder, createFolder, orderFolders } from "../../../api/administration";
import type { ChannelFolder } from "../../../api/wire";
import { useApp } from "../../../app";
import { words } from "../../../words/en";
import { administrationWords } from "../../../words/en-channel-administration";
import { screenWords } from "../../../words/en-screens";
import { Field, useDoing } from "../doing";
import { activeFolders, archivedFolders, orderAfter } from "../folder-order";
import { isAdministrator } from "../scope";
import { useUndoable } from "../undoable";

const longestName = 60;

/** A name to give: of a new folder, or another one of an old. */
const NameForm = ({
  start,
  label,
  onSave,
  onCancel,
}: {
  readonly start: string;
  readonly label: string;
  readonly onSave: (name: string) => Promise<boolean>;
  readonly onCancel?: () => void;
}) => {
  const name = useSignal(start);
  return (
    <form
      class="inline-form"
      onSubmit={async (event) => {
        event.preventDefault();
        if (await onSave(name.value.trim())) name.value = start;
      }}
    >
      <Field
        label={label}
        value={name.value}
        most={longestName}
        isRequired
        onInput={(text) => {
          name.value = text;
        }}
      />
      <button type="submit" class="primary">
        {onCancel ? words.save : words.add}
      </button>
      {onCancel && (
        <button type="button" class="plain" onClick={onCancel}>
          {words.cancel}
        </button>
      )}
    </form>
  );
};

const Row = ({
  folder,
  place,
  last,
}: {
  readonly folder: ChannelFolder;
  readonly place: number;
  readonly last: number;
}) => {
  const app = useApp();
  const isRenaming = useSignal(false);
  const { act, problem, isBusy } = useUndoable();
  const { id, name, is_archived: isArchived } = folder;
  const mayChange = isAdministrator(app.store);
  const count = [...app.store.channels.value.known.values()].filter((one) => one.folder_id === id).length;
  const rename = async (wanted: string) => {
    const isDone = await act(
      screenWords.saved(wanted),
      () => changeFolder(id, { name: wanted }),
      () => changeFolder(id, { name }),
    );
    if (isDone) isRenaming.value = false;
    return isDone;
  };
  const archive = () =>
    void act(
      isArchived ? administrationWords.cameBack(name) : administrationWords.archived(name),
      () => changeFolder(id, { is_archived: !isArchived }),
      () => changeFolder(id, { is_archived: isArchived }),
    );
  const move = (step: 1 | -1) => {
    const { folders } = app.store;
    void act(
      screenWords.saved(name),
      () => orderFolders(orderAfter(folders.value, id, step)),
      () => orderFolders(orderAfter(folders.value, id, step === 1 ? -1 : 1)),
    );
  };
  const arrow = (step: 1 | -1, label: string, sign: string) => (
    <button
      type="button"
      class="quiet"
      aria-label={label}
      title={label}
      disabled={isBusy || place + step < 0 || place + step > last}
      onClick={() => move(step)}
    >
      {sign}
    </button>
  );
  if (isRenaming.value)
    return (
      <li class="channel-row">
        <div class="channel-about">
          <NameForm
            start={name}
            label={administrationWords.folderName}
            onSave={rename}
            onCancel={() => {
              isRenaming.value = false;
            }}
          />
          {problem}
        </div>
      </li>
    );
  return (
    <li class="channel-row person-row">
      <div class="channel-about">
        <strong dir="auto">{name}</strong>
        <p class="soft">{administrationWords.inFolder(count)}</p>
        {problem}
      </div>
      {mayChange && (
        <>
          {!isArchived && arrow(-1, administrationWords.moveUp(name), "↑")}
          {!isArchived && arrow(1, administrationWords.moveDown(name), "↓")}
          <button
            type="button"
            class="plain"
            aria-label={administrationWords.renameOf(name)}
            onClick={() => {
              isRenaming.value = true;
            }}
          >
            {administrationWords.rename}
          </button>
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
        </>
      )}
    </li>
  );
};

/** Folders of channels: their names and their order. */
export const Folders = () => {
  const app = useApp();
  const { run, problem } = useDoing();
  const folders = app.store.folders.value;
  const [active, archived] = [activeFolders(folders), archivedFolders(folders)];
  const mayChange = isAdministrator(app.store);
  return (
    <>
      <p>{administrationWords.foldersHint}</p>
      {mayChange ? (
        <NameForm
          start=""
          label={administrationWords.addFolder}
          onSave={(name) => run(() => createFolder({ name, description: "" }))}
        />
      ) : (
        <p class="soft">{screenWords.administratorsOnly}</p>
      )}
      {problem}
      {active.length === 0 && <p class="soft">{administrationWords.noFolders}</p>}
      <ul class="inbox-list">
        {active.map((one, place) => (
          <Row key={one.id} folder={one} place={place} last={active.length - 1} />
        ))}
      </ul>
      {archived.length > 0 && (
        <section class="setting-group">
          <h2>{administrationWords.archivedFolders}</h2>
          <ul class="inbox-list">
            {archived.map((one) => (
              <Row key={one.id} folder={one} place={0} last={0} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
};
