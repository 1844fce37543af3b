/** The foot of a dialog: its buttons, and beside them what they still wait for. What no field would help against stands at its top. */
import { createContext, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const Beside = createContext<HTMLElement | null>(null);
const Top = createContext<HTMLElement | null>(null);

/** A dialog's content and its foot, which stays in sight while the content scrolls. */
export function Footed({ acts, children }: { acts: ReactNode; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [top, setTop] = useState<HTMLElement | null>(null);
  return (
    <Beside value={place}>
      <Top value={top}>
        <div ref={setTop} className="dialog-top" />
        {children}
        <div className="dialog-acts">
          <div ref={setPlace} className="acts-wait" />
          <div className="acts-buttons">{acts}</div>
        </div>
      </Top>
    </Beside>
  );
}

/** Stands beside the buttons of its dialog, where it has one. */
export function BesideActs({ children }: { children: ReactNode }) {
  const place = use(Beside);
  return place === null ? children : createPortal(children, place);
}

/** Shown at the top of the dialog it is in, or in its own place outside of one: what a person should know before filling anything in. */
export function AtTop({ children }: { children: ReactNode }) {
  const place = use(Top);
  return place === null ? children : createPortal(children, place);
}
