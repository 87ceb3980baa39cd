import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchFiles, removeFile, type UploadedFile } from "../../../api/account";
import { useApp } from "../../../app/app";
import { AnyIcon } from "../../../ui/any-icon";
import { words } from "../../../words/en";
import { adminWords } from "../../../words/en-administration";
import { shortDateAndTime } from "../parts/short-time";
import { ShowMore } from "../parts/show-more";
import { sizeText } from "../parts/size-text";
import { useAction } from "../parts/use-action";

const shownAtOnce = 50;

const Row = ({
  file,
  onRemove,
}: {
  readonly file: UploadedFile;
  readonly onRemove: (file: UploadedFile) => void;
}) => {
  const app = useApp();
  const [first] = file.message_ids;
  return (
    <li class="channel-row">
      <div class="channel-about">
        <a class="link" dir="auto" href={`/user_uploads/${file.path_id}`} target="_blank" rel="noopener">
          {file.name}
        </a>
        <p class="soft">
          {adminWords.fileFacts(sizeText(file.size), shortDateAndTime(file.create_time))} ·{" "}
          {first === undefined ? (
            adminWords.fileMessages(0)
          ) : (
            <a class="link" href={app.href({ screen: "narrow", narrow: [], near: first })}>
              {adminWords.fileMessages(file.message_ids.length)}
            </a>
          )}
        </p>
      </div>
      <button
        type="button"
        class="quiet"
        aria-label={words.remove(file.name)}
        onClick={() => {
          app.dialog.value = {
            kind: "confirm",
            text: adminWords.fileRemoveQuestion(file.name),
            label: words.remove(file.name),
            run: () => onRemove(file),
          };
        }}
      >
        <AnyIcon name="trash" />
      </button>
    </li>
  );
};

/** The user's uploaded files: sizes, and the messages that use them. */
export const Files = () => {
  const { run, problem } = useAction();
  const files = useSignal<readonly UploadedFile[] | undefined>(undefined);
  const shown = useSignal(shownAtOnce);
  useEffect(() => {
    void run(async () => {
      files.value = [...(await fetchFiles()).attachments].sort((a, b) => b.create_time - a.create_time);
    });
  }, []);
  const remove = (file: UploadedFile) =>
    run(async () => {
      await removeFile(file.id);
      files.value = files.value?.filter(({ id }) => id !== file.id);
    });
  const all = files.value ?? [];
  const totalSize = all.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      {problem}
      {files.value !== undefined && (
        <p>{all.length === 0 ? adminWords.noFiles : adminWords.filesTake(all.length, sizeText(totalSize))}</p>
      )}
      <ul class="inbox-list">
        {all.slice(0, shown.value).map((file) => (
          <Row key={file.id} file={file} onRemove={(one) => void remove(one)} />
        ))}
      </ul>
      <ShowMore limit={shown} total={all.length} step={shownAtOnce} />
    </>
  );
};
