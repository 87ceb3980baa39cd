import { Suspense } from "preact/compat";
import { useApp } from "../app/app";
import type { Dialog } from "../app/dialog";
import { Overlay } from "../ui/overlay";
import { words } from "../words/en";
import { lazyView } from "./lazy/lazy-views";

const GoAnywhere = lazyView((parts) => parts.GoAnywhere);
const KeysHelp = lazyView((parts) => parts.KeysHelp);
const PersonCard = lazyView((parts) => parts.PersonCard);
const GroupCard = lazyView((parts) => parts.GroupCard);
const NewChannel = lazyView((parts) => parts.NewChannel);
const Invite = lazyView((parts) => parts.Invite);
const TimeDialog = lazyView((parts) => parts.TimeDialog);
const StatusDialog = lazyView((parts) => parts.StatusDialog);
const MoveDialog = lazyView((parts) => parts.MoveDialog);
const VersionsDialog = lazyView((parts) => parts.VersionsDialog);
const ReadersDialog = lazyView((parts) => parts.ReadersDialog);
const Lightbox = lazyView((parts) => parts.Lightbox);
const NewWidget = lazyView((parts) => parts.NewWidget);
const NewSnippet = lazyView((parts) => parts.NewSnippet);
const AppsDialog = lazyView((parts) => parts.AppsDialog);
const RemindDialog = lazyView((parts) => parts.RemindDialog);
const SummaryDialog = lazyView((parts) => parts.SummaryDialog);
const ReportDialog = lazyView((parts) => parts.ReportDialog);

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
    <div class="form-actions">
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
      return <GoAnywhere of={open.of} onClose={onClose} />;
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
    case "snippet":
      return <NewSnippet content={open.content} onClose={onClose} />;
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

/** The open dialog, if any. */
export const Dialogs = () => {
  const { dialog } = useApp();
  const open = dialog.value;
  if (open === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Open
        open={open}
        onClose={() => {
          // If an action opened another dialog, that one stays.
          if (dialog.peek() === open) dialog.value = undefined;
        }}
      />
    </Suspense>
  );
};
