import {
  autoUpdate,
  FloatingFocusManager,
  FloatingPortal,
  flip,
  safePolygon,
  useClick,
  useDismiss,
  useFloating,
  useHover,
  useInteractions,
  useListNavigation,
  useRole,
  useTransitionStyles,
  useTypeahead,
} from '@floating-ui/react';
import { useRef, useState } from 'react';
import { show } from './model.js';

/** A menu as the documentation of Floating UI builds it: by a press or by hovering, with keys and typeahead. */
function Menu({ label, items, onHover, choose }) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(null);
  const elements = useRef([]);
  const labels = useRef(items);
  const { refs, floatingStyles, context } = useFloating({
    open: isOpen,
    onOpenChange: setOpen,
    placement: 'bottom-start',
    middleware: [flip()],
    whileElementsMounted: autoUpdate,
  });
  const { isMounted, styles } = useTransitionStyles(context, { duration: 200 });
  const { getReferenceProps, getFloatingProps, getItemProps } = useInteractions([
    useClick(context, { enabled: !onHover }),
    useHover(context, { enabled: onHover, delay: { open: 150, close: 100 }, handleClose: safePolygon() }),
    useRole(context, { role: 'menu' }),
    useDismiss(context),
    useListNavigation(context, { listRef: elements, activeIndex: active, onNavigate: setActive }),
    useTypeahead(context, { listRef: labels, activeIndex: active, onMatch: isOpen ? setActive : undefined }),
  ]);
  return (
    <>
      <button type="button" ref={refs.setReference} {...getReferenceProps()}>
        {label}
      </button>
      {isMounted && (
        <FloatingPortal>
          <FloatingFocusManager context={context} modal={false} initialFocus={-1}>
            <div ref={refs.setFloating} style={floatingStyles} {...getFloatingProps()}>
              <div style={{ ...styles, padding: 5, background: 'white', border: '1px solid' }}>
                {items.map((item, i) => (
                  <button
                    type="button"
                    key={item}
                    role="menuitem"
                    tabIndex={active === i ? 0 : -1}
                    ref={(node) => {
                      elements.current[i] = node;
                    }}
                    {...getItemProps({
                      onClick: () => {
                        choose(item);
                        setOpen(false);
                      },
                    })}
                  >
                    {item}
                  </button>
                ))}
              </div>
            </div>
          </FloatingFocusManager>
        </FloatingPortal>
      )}
    </>
  );
}

function App({ set }) {
  return (
    <main>
      <Menu label="Edit" items={['Undo', 'Redo', 'Cut', 'Paste']} choose={set('chosen')} />
      <Menu label="View" items={['Zoom in', 'Zoom out']} onHover choose={set('chosen')} />
      <p>Plain ground</p>
    </main>
  );
}

show(App, { chosen: null });
