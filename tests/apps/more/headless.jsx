import {
  Combobox,
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
  Disclosure,
  DisclosureButton,
  DisclosurePanel,
  Field,
  Label,
  Listbox,
  ListboxButton,
  ListboxOption,
  ListboxOptions,
  Menu,
  MenuButton,
  MenuItem,
  MenuItems,
  Popover,
  PopoverButton,
  PopoverPanel,
  Radio,
  RadioGroup,
  Switch,
  Tab,
  TabGroup,
  TabList,
  TabPanel,
  TabPanels,
} from '@headlessui/react';
import { useState } from 'react';
import { show } from '../components/model.js';
import './headless.css';

const PEOPLE = ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Margaret Hamilton'];

function Lists({ model, put, set }) {
  const [query, search] = useState('');
  const fits = PEOPLE.filter((name) => name.toLowerCase().includes(query.toLowerCase()));
  return (
    <>
      <Menu>
        <MenuButton>Options</MenuButton>
        <MenuItems anchor="bottom start" transition className="panel">
          <MenuItem>
            <button type="button" onClick={() => put({ chosen: 'edit' })}>
              Edit
            </button>
          </MenuItem>
          <MenuItem disabled>
            <button type="button">Move</button>
          </MenuItem>
          <MenuItem>
            <button type="button" onClick={() => put({ chosen: 'archive' })}>
              Archive
            </button>
          </MenuItem>
        </MenuItems>
      </Menu>
      <Field>
        <Label>Assigned to</Label>
        <Listbox value={model.person} onChange={set('person')}>
          <ListboxButton>{model.person}</ListboxButton>
          <ListboxOptions anchor="bottom start" transition className="panel">
            {PEOPLE.map((name) => (
              <ListboxOption key={name} value={name} disabled={name.startsWith('Kath')}>
                {name}
              </ListboxOption>
            ))}
          </ListboxOptions>
        </Listbox>
      </Field>
      <Field>
        <Label>Team</Label>
        <Listbox value={model.team} onChange={set('team')} multiple>
          <ListboxButton>{model.team.join(', ') || 'Nobody'}</ListboxButton>
          <ListboxOptions anchor="bottom start" className="panel">
            {PEOPLE.map((name) => (
              <ListboxOption key={name} value={name}>
                {name}
              </ListboxOption>
            ))}
          </ListboxOptions>
        </Listbox>
      </Field>
      <Field>
        <Label>Reviewer</Label>
        <Combobox value={model.reviewer} onChange={set('reviewer')} onClose={() => search('')}>
          <ComboboxInput onChange={(event) => search(event.target.value)} />
          <ComboboxButton aria-label="Show reviewers">v</ComboboxButton>
          <ComboboxOptions anchor="bottom start" transition className="panel">
            {fits.map((name) => (
              <ComboboxOption key={name} value={name}>
                {name}
              </ComboboxOption>
            ))}
          </ComboboxOptions>
        </Combobox>
      </Field>
    </>
  );
}

function Layers({ model, set, count }) {
  return (
    <>
      <button type="button" onClick={() => set('dialog')(true)}>
        Deactivate account
      </button>
      <Dialog open={model.dialog} onClose={() => set('dialog')(false)}>
        <DialogBackdrop transition className="backdrop panel" />
        <div className="center">
          <DialogPanel transition className="panel">
            <DialogTitle>Deactivate?</DialogTitle>
            <button type="button" onClick={count('deactivated')}>
              Deactivate
            </button>
            <button type="button" onClick={() => set('dialog')(false)}>
              Cancel
            </button>
          </DialogPanel>
        </div>
      </Dialog>
      <Popover>
        <PopoverButton>Solutions</PopoverButton>
        <PopoverPanel anchor="bottom start" transition className="panel">
          <button type="button" onClick={count('analytics')}>
            Analytics
          </button>
        </PopoverPanel>
      </Popover>
      <Disclosure>
        <DisclosureButton>Is it free?</DisclosureButton>
        <DisclosurePanel transition className="panel">
          For the first month.
        </DisclosurePanel>
      </Disclosure>
    </>
  );
}

function Choices({ model, set }) {
  return (
    <>
      <Field>
        <Label>Notifications</Label>
        <Switch checked={model.notify} onChange={set('notify')} />
      </Field>
      <RadioGroup aria-label="Plan" value={model.plan} onChange={set('plan')}>
        {['Startup', 'Business'].map((plan) => (
          <Field key={plan}>
            <Radio value={plan} />
            <Label>{plan}</Label>
          </Field>
        ))}
      </RadioGroup>
      <TabGroup onChange={set('tab')}>
        <TabList>
          <Tab>Recent</Tab>
          <Tab>Popular</Tab>
        </TabList>
        <TabPanels>
          <TabPanel>Recent posts</TabPanel>
          <TabPanel>Popular posts</TabPanel>
        </TabPanels>
      </TabGroup>
    </>
  );
}

function App(props) {
  return (
    <main>
      <h1>Headless</h1>
      <Lists {...props} />
      <Layers {...props} />
      <Choices {...props} />
      <p style={{ height: 200 }}>Plain ground</p>
    </main>
  );
}

show(App, {
  person: PEOPLE[0],
  team: [],
  reviewer: '',
  dialog: false,
  deactivated: 0,
  analytics: 0,
  notify: false,
  plan: 'Startup',
});
