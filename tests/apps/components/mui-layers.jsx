import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  IconButton,
  Menu,
  MenuItem,
  Snackbar,
  Tab,
  Tabs,
  TextField,
  Tooltip,
} from '@mui/material';
import { useState } from 'react';
import { show } from './model.js';

function Subscription({ model, put, set, count }) {
  const close = () => set('dialog')(false);
  return (
    <>
      <Button variant="outlined" onClick={() => set('dialog')(true)}>
        Subscribe
      </Button>
      <Dialog open={model.dialog} onClose={close} aria-labelledby="title">
        <DialogTitle id="title">Subscription</DialogTitle>
        <DialogContent>
          <DialogContentText>Once a week.</DialogContentText>
          <TextField
            label="E-mail"
            value={model.mail}
            onChange={(event) => put({ mail: event.target.value })}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button
            onClick={() => {
              count('subscribed')();
              close();
            }}
          >
            Agree
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function Account({ put, set }) {
  const [anchor, open] = useState(null);
  const choose = (chosen) => () => {
    put({ chosen });
    open(null);
  };
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => open(event.currentTarget)}
      >
        Account
      </Button>
      <Menu anchorEl={anchor} open={Boolean(anchor)} onClose={() => open(null)}>
        <MenuItem onClick={choose('profile')}>Profile</MenuItem>
        <MenuItem disabled>Upgrade</MenuItem>
        <MenuItem onClick={choose('logout')}>Log out</MenuItem>
      </Menu>
      <Tooltip
        title="Delete for ever"
        onOpen={() => set('tooltip')(true)}
        onClose={() => set('tooltip')(false)}
      >
        <IconButton onClick={() => put({ chosen: 'deleted' })}>x</IconButton>
      </Tooltip>
    </>
  );
}

function Sections({ model, set, put }) {
  return (
    <>
      <Tabs value={model.tab} onChange={(_, tab) => set('tab')(tab)} aria-label="Sections">
        <Tab label="One" />
        <Tab label="Two" />
        <Tab label="Three" disabled />
      </Tabs>
      <div role="tabpanel">{['First', 'Second'][model.tab]} panel</div>
      {['General', 'Users'].map((topic) => (
        <Accordion
          key={topic}
          expanded={model.section === topic}
          onChange={(_, open) => put({ section: open ? topic : '' })}
        >
          <AccordionSummary>{topic} settings</AccordionSummary>
          <AccordionDetails>
            <Button onClick={() => put({ chosen: `${topic} reset` })}>Reset {topic.toLowerCase()}</Button>
          </AccordionDetails>
        </Accordion>
      ))}
    </>
  );
}

function Messages({ model, set, count }) {
  return (
    <>
      <Button onClick={() => set('snack')(true)}>Archive</Button>
      <Snackbar
        open={model.snack}
        autoHideDuration={60_000}
        onClose={(_, reason) => reason !== 'clickaway' && set('snack')(false)}
        message="Note archived"
        action={
          <Button
            onClick={() => {
              count('undone')();
              set('snack')(false);
            }}
          >
            Undo
          </Button>
        }
      />
    </>
  );
}

function App(props) {
  return (
    <main>
      <Subscription {...props} />
      <Account {...props} />
      <Messages {...props} />
      <Sections {...props} />
    </main>
  );
}

show(App, { dialog: false, mail: '', subscribed: 0, tab: 0, section: '', snack: false, undone: 0 });
