/** The thread of head office: keeps contact, and answers lists from what it keeps. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import { claim, giveBack, takeOver } from './claim.ts';
import { keepContact } from './contact.ts';
import { keepBoardOf } from './keep-board.ts';
import type { HeadOfficeAnswer, HeadOfficeRequest, HeadOfficeResponse, HeadOfficeTask } from './protocol.ts';
import { addPeople } from './people-at-server.ts';
import type { Runs } from './runs-thread.ts';
import { openStore, type Store } from './store.ts';

const PEOPLE_AT_ONCE = 500;
const KEEP_EVERY_MS = 60_000;

type Question = Extract<HeadOfficeRequest, { kind: 'ask' }>;
type Answering = {
  readonly store: Store;
  readonly contact: ReturnType<typeof keepContact>;
  readonly board: ReturnType<typeof keepBoardOf>;
};

async function answer(
  { asked }: Question,
  { store, contact, board }: Answering,
): Promise<HeadOfficeAnswer[keyof HeadOfficeAnswer]> {
  switch (asked.what) {
    case 'look':
      return contact.look();
    case 'newest':
      return store.newest(asked.query);
    case 'names':
      return store.names();
    case 'board':
      return board.asOf(asked.nowMs, () => store.board(asked.query, asked.nowMs));
    case 'branch-now':
      return board.asOf(asked.nowMs, () => store.branchNow(asked.branchKey, asked.nowMs));
    case 'closes':
      return store.closes(asked.query);
    case 'closes-changed':
      return store.closesChanged(asked.since);
    case 'close-entries':
      return store.closeEntries(asked.pc, asked.closingId);
    case 'others-asked':
      return store.othersAsked(asked.endedSinceMs);
    case 'decided':
      return store.decided(asked.sinceMs);
    case 'people':
      return store.people(asked.after, PEOPLE_AT_ONCE);
    case 'add-people':
      return contact.ask((connection) => addPeople(connection, asked.entry));
    case 'claim':
      return store.batons.passing((pass) =>
        contact.ask((connection) => claim(connection, asked.claim, pass())),
      );
    case 'give-back':
      return contact.ask((connection) => giveBack(connection, asked, store.batons.held()));
    case 'take-over':
      return contact.ask((connection) => takeOver(connection, asked.number, store.batons.held()));
  }
}

/** `startRuns`: starts the thread that works out long runs. */
export function serveContact(port: MessagePort, task: HeadOfficeTask, startRuns: () => Runs): void {
  const post = (message: HeadOfficeResponse) => port.postMessage(message);
  const store = openStore(task.folder, task.identity.pc);
  let isClosing = false;
  const board = keepBoardOf(store, (message) => post({ kind: 'said', failure: 'board', message }));
  function keepBoard(): void {
    // A PC of a branch has none.
    if (task.place.branch === '') void board.keep();
  }
  // Days turn also while nothing is told.
  const keeping = setInterval(keepBoard, KEEP_EVERY_MS);

  const contact = keepContact({ ...task, startRuns }, store, {
    standing(standing) {
      post({ kind: 'standing', standing });
      keepBoard();
    },
    news(count) {
      post({ kind: 'news', count });
      keepBoard();
    },
    failed: (failure, message) => post({ kind: 'said', failure, message }),
  });

  /** A movement must not wait for a long record: others are heard in between. */
  async function takeOverAll(): Promise<void> {
    let count = 0;
    try {
      for (; !isClosing && store.takeOverSome(); count += 1) await nextTurn();
    } catch (error) {
      // What is left is taken over at the next start.
      post({ kind: 'said', failure: 'take-over', message: String(error) });
    }
    if (count > 0) post({ kind: 'news', count });
  }
  void takeOverAll();

  async function close(): Promise<void> {
    isClosing = true;
    board.end();
    clearInterval(keeping);
    await contact.end();
    store.close();
    port.close();
  }

  const respond = (request: Question): void =>
    void answer(request, { store, contact, board }).then(
      (value) => post({ kind: 'answer', id: request.id, value }),
      (error: unknown) => post({ kind: 'failure', id: request.id, message: String(error) }),
    );
  port.on('message', (request: HeadOfficeRequest) => {
    switch (request.kind) {
      case 'close':
        return void close();
      case 'nudge':
        return contact.nudge();
      case 'readings':
        return contact.tell(request.readings);
      case 'ask':
        return respond(request);
    }
  });
}
