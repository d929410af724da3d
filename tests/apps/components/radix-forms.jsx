import { Accordion, Checkbox, Label, RadioGroup, Select, Slider, Switch, Tabs } from 'radix-ui';
import { show } from './model.js';
import './radix.css';

const FRUITS = ['Apple', 'Banana', 'Blueberry', 'Grapes', 'Pineapple'];

function Fruit({ model, set }) {
  return (
    <Select.Root value={model.fruit} onValueChange={set('fruit')}>
      <Select.Trigger aria-label="Fruit">
        <Select.Value placeholder="Choose a fruit" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Content className="popper" position="popper">
          <Select.Viewport>
            <Select.Group>
              <Select.Label>Fruits</Select.Label>
              {FRUITS.map((fruit) => (
                <Select.Item key={fruit} value={fruit.toLowerCase()} disabled={fruit === 'Grapes'}>
                  <Select.ItemText>{fruit}</Select.ItemText>
                  <Select.ItemIndicator> ✓</Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.Group>
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
}

function Choices({ model, set }) {
  return (
    <>
      <Switch.Root id="flight" checked={model.flight} onCheckedChange={set('flight')}>
        <Switch.Thumb style={{ display: 'block', width: 30, height: 15 }} />
      </Switch.Root>
      <Label.Root htmlFor="flight">Flight mode</Label.Root>
      <Checkbox.Root id="terms" checked={model.terms} onCheckedChange={set('terms')}>
        <Checkbox.Indicator>✓</Checkbox.Indicator>
      </Checkbox.Root>
      <label htmlFor="terms">Accept terms</label>
      <Checkbox.Root aria-label="All" checked={model.all} onCheckedChange={set('all')}>
        <Checkbox.Indicator>✓</Checkbox.Indicator>
      </Checkbox.Root>
      <RadioGroup.Root aria-label="Density" value={model.density} onValueChange={set('density')}>
        {['Default', 'Compact', 'Roomy'].map((density) => (
          <div key={density}>
            <RadioGroup.Item value={density.toLowerCase()} id={density}>
              <RadioGroup.Indicator>*</RadioGroup.Indicator>
            </RadioGroup.Item>
            <label htmlFor={density}>{density}</label>
          </div>
        ))}
      </RadioGroup.Root>
      <Slider.Root
        className="slider"
        value={model.volume}
        onValueChange={set('volume')}
        onValueCommit={set('committed')}
        max={100}
        step={5}
      >
        <Slider.Track className="track">
          <Slider.Range />
        </Slider.Track>
        <Slider.Thumb className="thumb" aria-label="Volume" />
      </Slider.Root>
      <Slider.Root
        className="slider"
        value={model.price}
        onValueChange={set('price')}
        max={1000}
        minStepsBetweenThumbs={1}
      >
        <Slider.Track className="track">
          <Slider.Range />
        </Slider.Track>
        <Slider.Thumb className="thumb" aria-label="Least" />
        <Slider.Thumb className="thumb" aria-label="Most" />
      </Slider.Root>
    </>
  );
}

function Sections({ set }) {
  return (
    <>
      <Tabs.Root defaultValue="account" onValueChange={set('tab')}>
        <Tabs.List aria-label="Settings">
          <Tabs.Trigger value="account">Account</Tabs.Trigger>
          <Tabs.Trigger value="password">Password</Tabs.Trigger>
          <Tabs.Trigger value="billing" disabled>
            Billing
          </Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="account">
          <input aria-label="User name" />
        </Tabs.Content>
        <Tabs.Content value="password">
          <input aria-label="New password" type="password" />
        </Tabs.Content>
      </Tabs.Root>
      <Accordion.Root type="single" collapsible onValueChange={set('section')}>
        {['Shipping', 'Returns'].map((topic) => (
          <Accordion.Item key={topic} value={topic}>
            <Accordion.Header>
              <Accordion.Trigger>{topic}</Accordion.Trigger>
            </Accordion.Header>
            <Accordion.Content>All about {topic.toLowerCase()}.</Accordion.Content>
          </Accordion.Item>
        ))}
      </Accordion.Root>
    </>
  );
}

function App(props) {
  return (
    <main>
      <Fruit {...props} />
      <Choices {...props} />
      <Sections {...props} />
    </main>
  );
}

show(App, {
  fruit: '',
  flight: false,
  terms: false,
  all: 'indeterminate',
  density: 'default',
  volume: [50],
  price: [200, 800],
});
