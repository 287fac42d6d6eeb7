/**
 * An application that does not know Weir: plain methods, JDK HttpClient, JDBC, and a control port
 * by which a test drives them.
 */
package com.acme.app;
