#!/usr/bin/python3
"""A WebKitGTK browser for WebKitWebDriver: windows of exact sizes, which report the problems of their pages.

Usage: webkit-browser.py FILE, to which each problem is appended as a line of JSON.
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

REPORT_PROBLEMS = """
(() => {
  const report = (text) => webkit.messageHandlers.problem.postMessage(JSON.stringify(`${text} at ${location}`));
  let isLeaving = false;
  addEventListener("beforeunload", () => { isLeaving = true; });
  addEventListener("error", ({ message, error, target }) => {
    if (target === window) report(`error: ${error?.stack ?? message}`);
    // Leaving a page cancels what it still loads.
    else if (!isLeaving) report(`failed: ${target.src ?? target.href}`);
  }, true);
  addEventListener("unhandledrejection", ({ reason }) => report(`rejection: ${reason?.stack ?? reason}`));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    report(`policy: ${violatedDirective} ${blockedURI}`));
  for (const level of ["error", "warn"]) {
    const write = console[level];
    console[level] = (...values) => {
      report(`${level}: ${values.map((value) => value?.stack ?? value).join(" ")}`);
      write.apply(console, values);
    };
  }
})();
"""


def main(problems_file):
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)

    def append_problem(_manager, result):
        with open(problems_file, "a", encoding="utf-8") as file:
            file.write(result.get_js_value().to_string() + "\n")

    def create_window(_session):
        content = WebKit2.UserContentManager()
        content.register_script_message_handler("problem")
        content.connect("script-message-received::problem", append_problem)
        frames, start = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
        content.add_script(WebKit2.UserScript.new(REPORT_PROBLEMS, frames, start, None, None))
        view = WebKit2.WebView(web_context=context, user_content_manager=content, is_controlled_by_automation=True)
        window = Gtk.Window(decorated=False)
        window.add(view)
        window.show_all()
        view.connect("close", lambda _view: window.destroy())
        return view

    def start(_context, session):
        session.set_application_info(WebKit2.ApplicationInfo())
        session.connect("create-web-view", create_window)

    context.connect("automation-started", start)
    Gtk.main()


main(sys.argv[1])
