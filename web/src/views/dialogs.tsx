import { useApp } from "../app/app";
import type { Dialog } from "../app/dialog";
import { GroupCard } from "./cards/group-card";
import { PersonCard } from "./cards/person-card";
import { Invite } from "./channels/invite";
import { NewChannel } from "./channels/new-channel";
import { GlobalTimeDialog } from "./compose/global-time-dialog";
import { NewSnippet } from "./compose/new-snippet";
import { Confirm } from "./confirm";
import { About } from "./help/about";
import { FormattingHelp } from "./help/formatting-help";
import { KeysHelp } from "./keys/keys-help";
import { DateDialog } from "./messages/date-dialog";
import { ReadersDialog } from "./messages/readers-dialog";
import { ReportDialog } from "./messages/report-dialog";
import { SourceDialog } from "./messages/source-dialog";
import { VersionsDialog } from "./messages/versions-dialog";
import { RemindDialog } from "./pending/remind-dialog";
import { TimeDialog } from "./pending/time-dialog";
import { Lightbox } from "./pictures/lightbox";
import { GoAnywhere } from "./search/go-anywhere";
import { SearchFilters } from "./search/search-filters";
import { MoveDialog } from "./topics/move-dialog";
import { SummaryDialog } from "./topics/summary-dialog";
import { UrlDialog } from "./url-dialog";
import { AppsDialog } from "./user-menu/apps-dialog";
import { StatusDialog } from "./user-menu/status-dialog";
import { NewWidget } from "./widgets/new-widget";

interface OpenProps {
  readonly open: Dialog;
  readonly onClose: () => void;
}

const Open = ({ open, onClose }: OpenProps) => {
  switch (open.kind) {
    case "go":
      return <GoAnywhere scope={open.scope} onClose={onClose} />;
    case "url":
      return <UrlDialog hash={open.hash} onClose={onClose} />;
    case "keys":
      return <KeysHelp onClose={onClose} />;
    case "formatting":
      return <FormattingHelp onClose={onClose} />;
    case "filters":
      return <SearchFilters onClose={onClose} />;
    case "about":
      return <About onClose={onClose} />;
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
    case "global-time":
      return <GlobalTimeDialog start={open.start} choose={open.choose} onClose={onClose} />;
    case "date":
      return <DateDialog from={open.from} onClose={onClose} />;
    case "status":
      return <StatusDialog onClose={onClose} />;
    case "picture":
      return <Lightbox first={open.picture} within={open.within} onClose={onClose} />;
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
    case "source":
      return <SourceDialog id={open.messageId} onClose={onClose} />;
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
    <Open
      open={open}
      onClose={() => {
        // If an action opened another dialog, that one stays.
        if (dialog.peek() === open) dialog.value = undefined;
      }}
    />
  );
};
