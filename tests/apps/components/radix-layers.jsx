import {
  AlertDialog,
  ContextMenu,
  Dialog,
  DropdownMenu,
  HoverCard,
  NavigationMenu,
  Popover,
  Toast,
  Tooltip,
} from 'radix-ui';
import { show } from './model.js';
import './radix.css';

function Profile({ model, set, count }) {
  return (
    <Dialog.Root open={model.dialog} onOpenChange={set('dialog')}>
      <Dialog.Trigger>Edit profile</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="content">
          <Dialog.Title>Profile</Dialog.Title>
          <Dialog.Description>Seen by everybody.</Dialog.Description>
          <input aria-label="Name" value={model.name} onChange={(event) => set('name')(event.target.value)} />
          <button type="button" onClick={count('saved')}>
            Save
          </button>
          <Dialog.Close aria-label="Close">x</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Deletion({ model, set, count }) {
  return (
    <AlertDialog.Root open={model.alert} onOpenChange={set('alert')}>
      <AlertDialog.Trigger>Delete account</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay" />
        <AlertDialog.Content className="content">
          <AlertDialog.Title>Are you sure?</AlertDialog.Title>
          <AlertDialog.Description>It can not be undone.</AlertDialog.Description>
          <AlertDialog.Cancel>Cancel</AlertDialog.Cancel>
          <AlertDialog.Action onClick={count('deleted')}>Yes, delete</AlertDialog.Action>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Actions({ model, set, put }) {
  return (
    <DropdownMenu.Root onOpenChange={set('menu')}>
      <DropdownMenu.Trigger>Actions</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="popper">
          <DropdownMenu.Item onSelect={() => put({ chosen: 'copy' })}>Copy</DropdownMenu.Item>
          <DropdownMenu.Item disabled onSelect={() => put({ chosen: 'paste' })}>
            Paste
          </DropdownMenu.Item>
          <DropdownMenu.CheckboxItem checked={model.ruler} onCheckedChange={set('ruler')}>
            Ruler
          </DropdownMenu.CheckboxItem>
          <DropdownMenu.RadioGroup value={model.zoom} onValueChange={set('zoom')}>
            <DropdownMenu.RadioItem value="100">100 %</DropdownMenu.RadioItem>
            <DropdownMenu.RadioItem value="200">200 %</DropdownMenu.RadioItem>
          </DropdownMenu.RadioGroup>
          <DropdownMenu.Sub>
            <DropdownMenu.SubTrigger>Share</DropdownMenu.SubTrigger>
            <DropdownMenu.Portal>
              <DropdownMenu.SubContent className="popper">
                <DropdownMenu.Item onSelect={() => put({ chosen: 'mail' })}>By mail</DropdownMenu.Item>
                <DropdownMenu.Item onSelect={() => put({ chosen: 'link' })}>As a link</DropdownMenu.Item>
              </DropdownMenu.SubContent>
            </DropdownMenu.Portal>
          </DropdownMenu.Sub>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Floats({ model, set, put }) {
  return (
    <>
      <Popover.Root open={model.popover} onOpenChange={set('popover')}>
        <Popover.Trigger>Dimensions</Popover.Trigger>
        <Popover.Portal>
          <Popover.Content className="popper" aria-label="Dimensions">
            <input
              aria-label="Width"
              value={model.width}
              onChange={(event) => put({ width: event.target.value })}
            />
            <Popover.Close>Done</Popover.Close>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <Tooltip.Provider delayDuration={100}>
        <Tooltip.Root onOpenChange={set('tooltip')}>
          <Tooltip.Trigger aria-label="Add">+</Tooltip.Trigger>
          <Tooltip.Portal>
            <Tooltip.Content className="popper">Add to library</Tooltip.Content>
          </Tooltip.Portal>
        </Tooltip.Root>
      </Tooltip.Provider>
      <HoverCard.Root openDelay={150} closeDelay={100} onOpenChange={set('card')}>
        <HoverCard.Trigger href="#ada">@ada</HoverCard.Trigger>
        <HoverCard.Portal>
          <HoverCard.Content className="popper">
            <p>Ada Lovelace, mathematician</p>
            <button type="button" onClick={() => put({ followed: 'ada' })}>
              Follow
            </button>
          </HoverCard.Content>
        </HoverCard.Portal>
      </HoverCard.Root>
      <ContextMenu.Root onOpenChange={set('context')}>
        <ContextMenu.Trigger asChild>
          <div style={{ padding: 20, border: '1px dashed' }}>Photo</div>
        </ContextMenu.Trigger>
        <ContextMenu.Portal>
          <ContextMenu.Content className="popper">
            <ContextMenu.Item onSelect={() => put({ chosen: 'rotate' })}>Rotate</ContextMenu.Item>
            <ContextMenu.Item onSelect={() => put({ chosen: 'crop' })}>Crop</ContextMenu.Item>
          </ContextMenu.Content>
        </ContextMenu.Portal>
      </ContextMenu.Root>
    </>
  );
}

/** A press closes what the pointer has opened by resting there: on a busy machine that must not come before the press. */
function Site({ set, put }) {
  return (
    <NavigationMenu.Root delayDuration={800} onValueChange={set('nav')}>
      <NavigationMenu.List style={{ display: 'flex', listStyle: 'none' }}>
        {['Products', 'Company'].map((topic) => (
          <NavigationMenu.Item key={topic} value={topic}>
            <NavigationMenu.Trigger>{topic}</NavigationMenu.Trigger>
            <NavigationMenu.Content className="popper">
              <NavigationMenu.Link
                href="#"
                onSelect={(event) => {
                  event.preventDefault();
                  put({ visited: `${topic} news` });
                }}
              >
                {topic} news
              </NavigationMenu.Link>
            </NavigationMenu.Content>
          </NavigationMenu.Item>
        ))}
      </NavigationMenu.List>
      <NavigationMenu.Viewport />
    </NavigationMenu.Root>
  );
}

function Messages({ model, set, count }) {
  return (
    <Toast.Provider duration={60_000}>
      <button type="button" onClick={() => set('toast')(true)}>
        Archive
      </button>
      <Toast.Root className="popper" open={model.toast} onOpenChange={set('toast')}>
        <Toast.Title>Archived</Toast.Title>
        <Toast.Description>One message</Toast.Description>
        <Toast.Action altText="Undo the archiving" onClick={count('undone')}>
          Undo
        </Toast.Action>
        <Toast.Close aria-label="Dismiss">x</Toast.Close>
      </Toast.Root>
      <Toast.Viewport className="toasts" />
    </Toast.Provider>
  );
}

function App(props) {
  return (
    <main>
      <h1>Layers</h1>
      <Site {...props} />
      <Profile {...props} />
      <Deletion {...props} />
      <Actions {...props} />
      <Floats {...props} />
      <Messages {...props} />
      <p style={{ height: 300 }}>Plain ground</p>
    </main>
  );
}

show(App, {
  dialog: false,
  alert: false,
  popover: false,
  toast: false,
  name: 'Ada',
  width: '100',
  ruler: false,
  zoom: '100',
  saved: 0,
  deleted: 0,
  undone: 0,
});
