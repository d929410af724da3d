import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { show } from './model.js';

const ROWS = 10_000;

/** Rows are keyed by their place in the window, so that their elements are used again for other rows. */
function App({ model, put }) {
  const box = useRef(null);
  const list = useVirtualizer({
    count: ROWS,
    getScrollElement: () => box.current,
    estimateSize: () => 30,
    overscan: 3,
  });
  const shown = list.getVirtualItems();
  return (
    <main>
      <h1>Messages</h1>
      <div ref={box} style={{ height: 300, overflow: 'auto' }}>
        <ul aria-label="Messages" style={{ height: list.getTotalSize(), position: 'relative', margin: 0 }}>
          {shown.map(({ index, start }, place) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: that is what makes a row of an old one.
              key={place}
              style={{ position: 'absolute', top: 0, height: 30, transform: `translateY(${start}px)` }}
            >
              <span>Message {index} </span>
              <button type="button" onClick={() => put({ read: [...model.read, index] })}>
                {model.read.includes(index) ? 'Read' : 'Mark as read'}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}

show(App, { read: [] });
