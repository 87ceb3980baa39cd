import { Suspense } from "preact/compat";
import { useApp } from "../app";
import { Overlay } from "../ui/overlay";
import { words } from "../words/en";
import { GoAnywhere } from "./around/go-anywhere";
import type { Dialog } from "./dialog";
import { lazily } from "./lazily";

const KeysHelp = lazily((parts) => parts.KeysHelp);
const PersonCard = lazily((parts) => parts.PersonCard);
const GroupCard = lazily((parts) => parts.GroupCard);
const NewChannel = lazily((parts) => parts.NewChannel);
const Invite = lazily((parts) => parts.Invite);
const TimeDialog = lazily((parts) => parts.TimeDialog);
const StatusDialog = lazily((parts) => parts.StatusDialog);
const MoveDialog = lazily((parts) => parts.MoveDialog);
const VersionsDialog = lazily((parts) => parts.VersionsDialog);
const ReadersDialog = lazily((parts) => parts.ReadersDialog);
const Lightbox = lazily((parts) => parts.Lightbox);
const NewWidget = lazily((parts) => parts.NewWidget);
const AppsDialog = lazily((parts) => parts.AppsDialog);
const RemindDialog = lazily((parts) => parts.RemindDialog);
const SummaryDialog = lazily((parts) => parts.SummaryDialog);
const ReportDialog = lazily((parts) => parts.ReportDialog);

interface OpenProps {
  readonly open: Dialog;
  readonly onClose: () => void;
}

const Confirm = ({
  open: { text, label, run },
  onClose,
}: {
  readonly open: Extract<Dialog, { kind: "confirm" }>;
  readonly onClose: () => void;
}) => (
  <Overlay title={text} onClose={onClose} class="confirm">
    <div class="form-acts">
      <button
        type="button"
        class="primary danger"
        onClick={() => {
          onClose();
          run();
        }}
      >
        {label}
      </button>
      <button type="button" class="plain" onClick={onClose}>
        {words.cancel}
      </button>
    </div>
  </Overlay>
);

const Open = ({ open, onClose }: OpenProps) => {
  switch (open.kind) {
    case "go":
      return <GoAnywhere onClose={onClose} />;
    case "keys":
      return <KeysHelp onClose={onClose} />;
    case "person":
      return <PersonCard userId={open.userId} onClose={onClose} />;
    case "group":
      return <GroupCard id={open.groupId} onClose={onClose} />;
    case "new-channel":
      return <NewChannel onClose={onClose} />;
    case "invite":
      return <Invite onClose={onClose} />;
    case "apps":
      return <AppsDialog onClose={onClose} />;
    case "time":
      return <TimeDialog start={open.start} choose={open.choose} onClose={onClose} />;
    case "status":
      return <StatusDialog onClose={onClose} />;
    case "picture":
      return <Lightbox first={open.picture} onClose={onClose} />;
    case "widget":
      return <NewWidget place={open.place} onClose={onClose} />;
    case "move":
      return (
        <MoveDialog
          channelId={open.channelId}
          topic={open.topic}
          messageId={open.messageId}
          onClose={onClose}
        />
      );
    case "versions":
      return <VersionsDialog id={open.messageId} onClose={onClose} />;
    case "readers":
      return <ReadersDialog id={open.messageId} onClose={onClose} />;
    case "report":
      return <ReportDialog id={open.messageId} onClose={onClose} />;
    case "remind":
      return <RemindDialog id={open.messageId} onClose={onClose} />;
    case "summary":
      return <SummaryDialog place={open.place} onClose={onClose} />;
    case "confirm":
      return <Confirm open={open} onClose={onClose} />;
  }
};

/** The dialog that is open, if one is. */
export const Dialogs = () => {
  const { dialog } = useApp();
  const open = dialog.value;
  if (open === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Open
        open={open}
        onClose={() => {
          // What a dialog opened in its place stays.
          if (dialog.peek() === open) dialog.value = undefined;
        }}
      />
    </Suspense>
  );
};
