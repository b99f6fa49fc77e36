// What webloupe asks of a page. Installed into a frame for one call at a time; everything it gives back is hostile text.
(() => {
  const NATIVE = "a[href],button,input:not([type=hidden]),select,textarea,summary,audio[controls],video[controls]";
  const ROLES = new Set(["button", "link", "checkbox", "radio", "tab", "menuitem", "menuitemcheckbox", "menuitemradio",
    "option", "switch", "combobox", "textbox", "searchbox", "slider", "spinbutton", "treeitem", "listbox"]);
  const SILENT = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD"]);
  const MAX_NODES = 60000, MAX_FOUND = 3000, MAX_HTML = 5000000;
  const clean = (text, chars = 100) => String(text ?? "").replace(/\s+/g, " ").trim().slice(0, chars);

  function* inner(node) {  // children as they are drawn: through open shadow roots and slots
    const parent = node.shadowRoot ?? node;
    for (const child of parent.childNodes) {
      if (child.nodeType === 1 && child.localName === "slot") {
        const given = child.assignedNodes({flatten: true});
        yield* given.length ? given : child.childNodes;
      } else yield child;
    }
  }
  function role(el) {
    const own = (el.getAttribute("role") || "").split(" ")[0];
    if (own) return own;
    const tag = el.localName, type = (el.getAttribute("type") || "").toLowerCase();
    if (tag === "a") return "link";
    if (tag === "summary") return "button";
    if (tag === "textarea" || el.isContentEditable) return "textbox";
    if (tag === "select") return el.multiple || el.size > 1 ? "listbox" : "combobox";
    if (tag === "input") return {checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", search: "searchbox",
      button: "button", submit: "button", reset: "button", image: "button", file: "file", color: "color"}[type]
      ?? (el.list ? "combobox" : "textbox");
    return tag === "audio" || tag === "video" ? tag : "button";
  }
  const label = node => [...node.childNodes].map(child => child.nodeType === 3 ? child.data
    : child.nodeType === 1 && !child.matches("input,select,textarea,script,style") ? label(child) : "").join("");
  function name(el) {
    const root = el.getRootNode(), by = el.getAttribute("aria-labelledby");
    const named = by && by.split(/\s+/).map(id => root.getElementById?.(id)?.textContent ?? "").join(" ");
    const field = el.matches("input,select,textarea");
    const type = (el.getAttribute("type") || "").toLowerCase();
    const candidates = [() => named, () => el.getAttribute("aria-label"),
      () => field && el.labels ? [...el.labels].map(label).join(" ") : "",
      () => field && ["button", "submit", "reset"].includes(type) ? el.value || type : "",
      () => el.getAttribute("alt"), () => field ? "" : el.innerText,
      () => field ? "" : [...el.querySelectorAll("img[alt],svg title")].map(one => one.alt ?? one.textContent).join(" "),
      () => el.shadowRoot?.textContent, () => el.getAttribute("title"), () => el.getAttribute("placeholder"),
      () => el.getAttribute("name")];
    for (const one of candidates) { const text = clean(one()); if (text) return text; }
    return "";
  }
  function value(el) {
    const type = (el.getAttribute("type") || "").toLowerCase();
    if (type === "password") return "•".repeat(Math.min((el.value || "").length, 8));
    if (type === "checkbox" || type === "radio") return el.checked ? "checked" : "";
    if (el.localName === "select") return clean([...el.selectedOptions].map(one => one.label).join(", "));
    if (type === "file") return clean([...el.files].map(one => one.name).join(", "));
    if (["button", "submit", "reset", "image"].includes(type)) return "";
    if (el.matches("input,textarea")) return clean(el.value, 200);
    if (el.isContentEditable) return clean(el.innerText, 200);
    for (const state of ["checked", "selected", "expanded", "pressed"])
      if (el.getAttribute(`aria-${state}`) === "true") return state;
    return "";
  }
  function seen(el) {
    if (!el.checkVisibility({visibilityProperty: true, opacityProperty: false})) return false;
    const box = el.getBoundingClientRect();
    return box.width > 0 && box.height > 0;
  }
  const box = el => { const b = el.getBoundingClientRect(); return [b.left, b.top, b.width, b.height].map(Math.round); };
  const describe = el => ({role: clean(role(el), 40), name: name(el), value: value(el),
    disabled: el.matches(":disabled") || el.getAttribute("aria-disabled") === "true", box: box(el), there: el.isConnected});

  function acts(el, within) {
    if (el.matches(NATIVE) || ROLES.has((el.getAttribute("role") || "").split(" ")[0])) return true;
    if (el.isContentEditable && !el.parentElement?.isContentEditable) return true;
    if (within) return false;
    if (el.hasAttribute("onclick") || (el.hasAttribute("tabindex") && el.tabIndex >= 0 && el.localName !== "iframe")) return true;
    return getComputedStyle(el).cursor === "pointer" && (!el.parentElement || getComputedStyle(el.parentElement).cursor !== "pointer");
  }
  function collect() {
    const found = [], nodes = [], frames = [];
    let steps = 0;
    const walk = (node, within) => {
      for (const child of inner(node)) {
        if (child.nodeType !== 1 || SILENT.has(child.tagName)) continue;
        if (++steps > MAX_NODES || found.length >= MAX_FOUND) return;
        if (child.localName === "iframe" || child.localName === "frame") {
          if (seen(child)) { found.push({frame: frames.length, box: box(child), edge: [child.clientLeft, child.clientTop]}); frames.push(child); }
          continue;
        }
        const taken = acts(child, within);
        if (taken && seen(child)) { found.push(describe(child)); nodes.push(child); found.at(-1).node = nodes.length - 1; }
        walk(child, within || taken);
      }
    };
    if (document.documentElement) walk(document.documentElement, false);
    return {found, nodes, frames, describe};
  }

  function scroller() {
    const root = document.scrollingElement || document.documentElement;
    if (!root || root.scrollHeight > innerHeight + 4) return root;
    let best = root, area = 0;
    for (const el of document.querySelectorAll("*")) {
      if (el.scrollHeight <= el.clientHeight + 4 || !/auto|scroll/.test(getComputedStyle(el).overflowY)) continue;
      const size = el.clientWidth * el.clientHeight;
      if (size > area) { best = el; area = size; }
    }
    return best;
  }
  function scroll(amount) {
    const el = scroller();
    if (!el) return [0, 0];
    const before = el.scrollTop;
    el.scrollBy({top: amount ?? 0.8 * Math.min(el.clientHeight, innerHeight), behavior: "instant"});
    return [el.scrollTop - before, el.scrollHeight];
  }
  function place() {
    const el = scroller(), root = document.documentElement;
    return {title: clean(document.title, 300), x: el?.scrollLeft, y: el?.scrollTop, width: innerWidth, height: innerHeight,
      page_width: el?.scrollWidth, page_height: el?.scrollHeight, chars: root?.textContent.length};
  }

  // The page as it is drawn: open shadow roots in place, scripts left out, what is not shown marked as hidden.
  const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
  const escape = (text, quote) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(quote ? /"/g : />/g, quote ? "&quot;" : "&gt;");
  function html({selector = "", keep = []} = {}) {
    const out = [], frames = [];
    let chars = 0, steps = 0;
    const put = text => { out.push(text); chars += text.length; };
    const write = (node, hidden) => {
      if (chars > MAX_HTML || ++steps > 400000) return;
      if (node.nodeType === 3) return put(escape(node.data));
      if (node.nodeType !== 1) return;
      const tag = node.localName;
      if (!/^[a-z][a-z0-9-]*$/i.test(tag)) return;
      if (tag === "script" && node.type === "application/ld+json") return put(`<script type="application/ld+json">${node.textContent.replace(/<\//g, "<\\/")}</script>`);
      if (["script", "style", "noscript", "template"].includes(tag)) return;
      if (tag === "iframe" || tag === "frame") {
        if (!hidden && seen(node)) { put(`<section>\u0000${frames.length}\u0000</section>`); frames.push(node); }
        return;
      }
      let own = false;
      if (!hidden && document.body?.contains(node)) {
        const style = getComputedStyle(node);
        own = style.display === "none" || (style.visibility === "hidden" && !node.querySelector("*")) || style.opacity === "0";
      }
      put(`<${tag}`);
      for (const {name, value} of node.attributes)
        if (/^[a-z][\w:.-]*$/i.test(name) && !/^on/i.test(name)) put(` ${name}="${escape(value, true)}"`);
      if (own && !node.hasAttribute("hidden")) put(` hidden=""`);
      put(">");
      if (VOID.has(tag)) return;
      for (const child of inner(node)) write(child, hidden || own);
      for (const name of keep) if (node.hasAttribute(name)) put(escape(` (${name}=${node.getAttribute(name)})`));
      put(`</${tag}>`);
    };
    if (!selector) { put("<!DOCTYPE html>"); if (document.documentElement) write(document.documentElement, false); }
    else {
      const all = [...document.querySelectorAll(selector)];
      for (const el of all.filter(one => !all.some(other => other !== one && other.contains(one)))) write(el, false);
    }
    return {html: out.join("").slice(0, MAX_HTML), frames};
  }
  function holds(wanted) {  // a CSS selector that finds something, or words that are shown
    try { if (document.querySelector(wanted)) return true; } catch { /* words, then */ }
    return shows(wanted);
  }
  const shows = words => find(words) !== null;
  function find(words) {  // the element in which the words begin, among those that are shown
    const wanted = clean(words, 1000).toLowerCase(), starts = [], owners = [];
    let text = "", steps = 0;
    const walk = node => {
      for (const child of inner(node)) {
        if (++steps > MAX_NODES || text.length > 5e6) return;
        if (child.nodeType === 1 && !SILENT.has(child.tagName)) {
          walk(child);
          if (!text.endsWith(" ") && getComputedStyle(child).display !== "inline") text += " ";
        } else if (child.nodeType === 3) {
          starts.push(text.length);
          owners.push(child.parentElement);
          const data = child.data.replace(/\s+/g, " ").toLowerCase();
          text += text.endsWith(" ") ? data.trimStart() : data;
        }
      }
    };
    if (document.body) walk(document.body);
    for (let at = text.indexOf(wanted); wanted && at >= 0; at = text.indexOf(wanted, at + 1)) {
      const owner = owners[starts.findLastIndex(start => start <= at)];
      if (owner?.checkVisibility({visibilityProperty: true})) return owner;
    }
    return null;
  }
  return {collect, scroll, place, html, holds, find, shows};
})()
