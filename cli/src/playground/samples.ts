/** Sample pages, by their name in the list. */
export const SAMPLES: Readonly<Record<string, string>> = {
  Checkout: `<!doctype html><html lang="en"><head><title>Checkout - Lamp shop</title><style>
  body{font:15px/1.5 system-ui,sans-serif;margin:0;color:#222;background:#fff}header{display:flex;gap:16px;padding:14px 20px;border-bottom:1px solid #ddd;align-items:center}
  header b{flex:1}main{padding:20px;max-width:560px}fieldset{border:1px solid #ddd;border-radius:8px;margin:0 0 14px;padding:12px 16px}
  label{display:block;margin:8px 0}input:not([type=checkbox],[type=radio]),select{display:block;width:100%;padding:7px;border:1px solid #bbb;border-radius:6px;font:inherit;box-sizing:border-box}
  .row{display:flex;gap:12px}.row>*{flex:1}.gift{border:1px dashed #999;border-radius:8px;padding:9px 14px;cursor:pointer;margin:0 0 14px}
  .buy{background:#1b5e3b;color:#fff;border:0;border-radius:8px;padding:10px 22px;font:inherit;cursor:pointer}table{width:100%;border-collapse:collapse;margin-bottom:14px}td,th{text-align:left;padding:6px 0;border-bottom:1px solid #eee}
  .icon{border:0;background:none;cursor:pointer;font-size:18px}</style></head><body>
  <header><b>Lamp shop</b><a href="/">Home</a><a href="/cart">Cart (2)</a><button class="icon" title="Search"><svg width="16" height="16" viewBox="0 0 16 16"><circle cx="7" cy="7" r="5" fill="none" stroke="currentColor" stroke-width="2"/><path d="m11 11 4 4" stroke="currentColor" stroke-width="2"/></svg></button></header>
  <main><h1>Checkout</h1><table><caption hidden>Order</caption><tr><th>Item<th>Price</tr><tr><td>Desk lamp, brass<td>42.00</tr><tr><td>Bulb, warm white<td>6.50</tr></table>
  <form onsubmit="event.preventDefault();done.hidden=false"><fieldset><legend>Delivery</legend><label>Name <input name="name" autocomplete="name" required></label>
  <div class="row"><label>Postcode <input name="zip" inputmode="numeric" placeholder="12345"></label><label>Country <select><option>Germany<option>France<option>Norway</select></label></div>
  <label><input type="radio" name="speed" checked> Standard</label><label><input type="radio" name="speed"> Express</label></fieldset>
  <fieldset><legend>Payment</legend><label>Card number <input autocomplete="cc-number" value="4111 1111 1111 1111"></label></fieldset>
  <div class="gift" onclick="this.textContent='Gift wrap added'">Add gift wrap</div>
  <label><input type="checkbox"> I agree to the <a href="/terms">terms</a></label><button class="buy">Pay 48.50</button></form>
  <p id="done" role="status" hidden>Thank you! Your order is on its way.</p></main></body></html>`,
  Article: `<!doctype html><html lang="en"><head><title>How tides work - The Almanac</title><style>body{font:17px/1.6 Georgia,serif;margin:0 auto;max-width:640px;padding:20px;color:#222;background:#fff}nav{font:14px system-ui;display:flex;gap:14px}aside{background:#f4f1ea;padding:10px 16px}</style></head><body>
  <nav aria-label="Main"><a href="/">Home</a><a href="/science">Science</a><a href="/subscribe">Subscribe</a></nav><article><h1>How tides work</h1><p>By <a href="/ada">Ada Moor</a>, 3 May</p>
  <p>Twice a day the sea climbs the shore and falls back. The Moon pulls on the water that is nearest to it, and the Earth turns below the bulge that this makes.</p>
  <h2>Why there are two</h2><p>On the far side of the Earth the pull is weaker than at its centre, so that water is left behind there: a second bulge, as high as the first one, almost.</p>
  <figure><img alt="Two bulges of water, one towards the Moon" src="data:," width="320" height="60"><figcaption>Not to scale.</figcaption></figure>
  <h2>Spring and neap</h2><ul><li>At new and full moon the Sun helps: spring tides.</li><li>At half moon it works against: neap tides.</li></ul>
  <blockquote>Time and tide wait for no man.</blockquote></article><aside><h2>Read next</h2><a href="/moon">Where the Moon came from</a></aside></body></html>`,
  'To-do list': `<!doctype html><html lang="en"><head><title>To-do</title><style>body{font:16px/1.5 system-ui;margin:24px;background:#fff;color:#222}li{display:flex;gap:10px;align-items:center;padding:5px 0;max-width:360px}li span{flex:1}li.done span{text-decoration:line-through;color:#888}.x{border:0;background:none;cursor:pointer;color:#a00}</style></head><body>
  <h1>To-do</h1><form id="f"><input id="t" aria-label="What needs to be done?" placeholder="What needs to be done?"> <button>Add</button></form><ul id="l"></ul><p role="status" id="s"></p>
  <script>const items=[["Water the plants",false],["Buy milk",true]];const draw=()=>{l.textContent="";items.forEach((it,i)=>{const li=document.createElement("li");li.className=it[1]?"done":"";const c=document.createElement("input");c.type="checkbox";c.checked=it[1];c.setAttribute("aria-label",it[0]);c.onchange=()=>{it[1]=c.checked;draw()};const n=document.createElement("span");n.textContent=it[0];const x=document.createElement("button");x.className="x";x.textContent="\\u00d7";x.title="Remove "+it[0];x.onclick=()=>{items.splice(i,1);draw()};li.append(c,n,x);l.append(li)});s.textContent=items.filter(i=>!i[1]).length+" left"};f.onsubmit=e=>{e.preventDefault();if(t.value){items.push([t.value,false]);t.value="";draw()}};draw();</script></body></html>`,
};
