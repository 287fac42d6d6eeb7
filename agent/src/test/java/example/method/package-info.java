/** An application's classes, woven in tests; they know nothing of Weir. */
package example.method;
