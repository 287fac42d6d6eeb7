/**
 * An application of the servlet API that the tests run in several containers. Outside Weir's own
 * packages, whose classes are never woven. The build derives {@code JavaxApp} from {@code
 * JakartaApp}.
 */
package example.web;
