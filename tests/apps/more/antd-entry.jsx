import {
  AutoComplete,
  Cascader,
  DatePicker,
  Form,
  InputNumber,
  Select,
  Slider,
  Switch,
  TimePicker,
  TreeSelect,
  Upload,
} from 'antd';
import { show } from '../components/model.js';

const PEOPLE = ['Jack', 'Lucy', 'Tom', 'Yiming'].map((label) => ({
  value: label.toLowerCase(),
  label,
  disabled: label === 'Tom',
}));
const MANY = Array.from({ length: 500 }, (_, i) => ({ value: i, label: `Item ${i}` }));
const PLACES = [
  { value: 'zhejiang', label: 'Zhejiang', children: [{ value: 'hangzhou', label: 'Hangzhou' }] },
  { value: 'jiangsu', label: 'Jiangsu', children: [{ value: 'nanjing', label: 'Nanjing' }] },
];
const TREE = [
  { value: 'fruit', title: 'Fruit', children: [{ value: 'apple', title: 'Apple' }] },
  { value: 'bread', title: 'Bread' },
];

function App({ model, set, put }) {
  const text = (field) => (_, shown) => put({ [field]: shown });
  return (
    <main>
      <Form colon={false} labelCol={{ span: 4 }} style={{ maxWidth: 500 }}>
        <Form.Item label="Person" htmlFor="person">
          <Select id="person" value={model.person} onChange={set('person')} options={PEOPLE} />
        </Form.Item>
        <Form.Item label="Searched" htmlFor="searched">
          <Select
            id="searched"
            showSearch={{ optionFilterProp: 'label' }}
            allowClear
            placeholder="Find somebody"
            value={model.searched}
            onChange={set('searched')}
            options={PEOPLE}
          />
        </Form.Item>
        <Form.Item label="Team" htmlFor="team">
          <Select id="team" mode="multiple" value={model.team} onChange={set('team')} options={PEOPLE} />
        </Form.Item>
        <Form.Item label="Tags" htmlFor="tags">
          <Select id="tags" mode="tags" value={model.tags} onChange={set('tags')} options={[]} />
        </Form.Item>
        <Form.Item label="Item" htmlFor="item">
          <Select id="item" value={model.item} onChange={set('item')} options={MANY} />
        </Form.Item>
        <Form.Item label="Place" htmlFor="place">
          <Cascader id="place" value={model.place} onChange={set('place')} options={PLACES} />
        </Form.Item>
        <Form.Item label="Food" htmlFor="food">
          <TreeSelect id="food" value={model.food} onChange={set('food')} treeData={TREE} />
        </Form.Item>
        <Form.Item label="Day" htmlFor="day">
          <DatePicker id="day" onChange={text('day')} />
        </Form.Item>
        <Form.Item label="Hour" htmlFor="hour">
          <TimePicker id="hour" onChange={text('hour')} />
        </Form.Item>
        <Form.Item label="Amount" htmlFor="amount">
          <InputNumber id="amount" min={1} max={10} value={model.amount} onChange={set('amount')} />
        </Form.Item>
        <Form.Item label="Mail" htmlFor="mail">
          <AutoComplete
            id="mail"
            value={model.mail}
            onChange={set('mail')}
            options={
              model.mail
                ? ['gmail.com', 'qq.com'].map((host) => ({ value: `${model.mail.split('@')[0]}@${host}` }))
                : []
            }
          />
        </Form.Item>
        <Switch aria-label="Power" checked={model.power} onChange={set('power')} />
        <Slider ariaLabelForHandle="Heat" value={model.heat} onChange={set('heat')} />
        <Upload
          beforeUpload={(file) => {
            put({ file: file.name });
            return false;
          }}
        >
          <button type="button">Choose a file</button>
        </Upload>
      </Form>
    </main>
  );
}

show(App, { person: 'jack', team: [], tags: [], amount: 3, mail: '', power: false, heat: 30 });
